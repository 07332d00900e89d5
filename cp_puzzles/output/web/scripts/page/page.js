// The entry of the solution page.

import { startPage } from "./solution_page.js";

startPage();
