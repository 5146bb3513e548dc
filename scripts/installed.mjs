// Exits 0 when node_modules holds what package-lock.json asks for, so that a second run need not install again.
import { readFileSync } from "node:fs";

function packages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}

const wanted = packages("package-lock.json");
const present = packages("node_modules/.package-lock.json");
// What is optional is for other machines; where it is for this one, its user says so.
const current =
  present !== undefined &&
  Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === "" || link) return true;
    return present[path] ? present[path].version === version : optional === true;
  });
process.exit(current ? 0 : 1);
