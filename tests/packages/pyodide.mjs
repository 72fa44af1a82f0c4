// Runs the smoke test on the Python of Pyodide: `node pyodide.mjs PACKAGES VERSION`, where PACKAGES
// is the folder in which the wheel and what it needs are unpacked. Nothing is fetched.
import { dirname } from "node:path";
import { loadPyodide } from "pyodide";

const [packages, version] = process.argv.slice(2);
const python = await loadPyodide({ env: { HOME: "/", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [place, folder] of [
  ["/packages", packages],
  ["/checkout", dirname(dirname(import.meta.dirname))],
]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
try {
  process.exitCode = python.runPython(`
    import os, sys
    os.chdir("/checkout")
    sys.path[:0] = ["/packages", "/checkout"]
    from tests.packages.smoke import main
    main("${version}")
  `);
} catch (error) {
  // Uncaught, it would be shown after the source of Pyodide, which is one line of a megabyte.
  console.error(error.message);
  process.exitCode = 1;
}
