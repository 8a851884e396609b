// The script of the page that scripts/bench/flame.mjs writes. TREE is replaced by the profile.
import flamegraph from "d3-flame-graph";
import { select } from "d3-selection";

const { name, value } = TREE;
const chart = flamegraph()
  .width(document.body.clientWidth)
  .label(({ data }) => `${data.name}: ${((100 * data.value) / value).toFixed(1)} %`);
document.title = name;
select("main").datum(TREE).call(chart);
document.querySelector("input").addEventListener("input", ({ target }) => chart.search(target.value));
