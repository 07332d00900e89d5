// The entry of the editor's script, which is the page, its workers, and the solution page in a frame of it.

import { serve, start } from "../editor/editor.js";
import { element } from "../page/dom.js";
import { startPage } from "../page/solution_page.js";

if (typeof document !== "undefined") {
  const data = JSON.parse(element("data").textContent);
  if (data.solutions) startPage();
  else start(document.currentScript.textContent, data);
} else if (typeof importScripts === "function") serve();
