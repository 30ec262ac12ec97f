// Reads citation files with citation-js and prints what it understood, as CSL-JSON, one list for each file.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");

const local = createRequire(path.join(process.cwd(), "package.json"));
const { Cite } = local("@citation-js/core");
local("@citation-js/plugin-bibtex");
local("@citation-js/plugin-ris");

const read = (file) => new Cite(readFileSync(file, "utf8")).data;
process.stdout.write(JSON.stringify(process.argv.slice(2).map(read)));
