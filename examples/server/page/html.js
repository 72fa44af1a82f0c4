// What every part of the page uses to make it.

export const $ = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// A name in a sentence, whichever way it is written.
export const isolated = (name) => `\u2068${name}\u2069`;
