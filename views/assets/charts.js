// Draws charts of the page's figures. Their colours are those of the page, so they follow its theme.

const figures = document.querySelectorAll("canvas[data-chart]");
const stays = matchMedia("(prefers-reduced-motion: reduce)").matches;

for (const canvas of figures) {
  const frame = canvas.parentElement;
  const swatches = [...frame.parentElement.querySelectorAll("[data-swatch]")];
  const { labels, series } = JSON.parse(canvas.dataset.chart);
  const styleOf = (element) => getComputedStyle(element);

  const paint = (chart) => {
    chart.data.datasets.forEach((dataset, index) => {
      dataset.backgroundColor = styleOf(swatches[index]).backgroundColor;
    });
    const { x, y } = chart.options.scales;
    x.ticks.color = y.ticks.color = styleOf(frame).color;
    y.grid.color = y.border.color = x.border.color = styleOf(frame).borderTopColor;
  };

  frame.hidden = false;
  const chart = new globalThis.Chart(canvas, {
    type: "bar",
    data: {
      labels,
      datasets: series.map(({ label, values }) => ({
        label,
        data: values,
        borderRadius: 2,
        maxBarThickness: 18,
        stack: "all",
      })),
    },
    options: {
      animation: stays ? false : { duration: 400 },
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
      plugins: { legend: { display: false } },
      scales: {
        x: {
          stacked: true,
          grid: { display: false },
          border: {},
          ticks: { maxRotation: 0, autoSkipPadding: 24 },
        },
        y: {
          stacked: true,
          beginAtZero: true,
          grid: {},
          border: {},
          ticks: { precision: 0, maxTicksLimit: 5 },
        },
      },
    },
    plugins: [{ id: "colours of the page", beforeInit: paint }],
  });

  const repaint = () => {
    paint(chart);
    chart.update("none");
  };
  // the theme is an attribute of the page; it changes with the reader's choice or with the system
  new MutationObserver(repaint).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-bs-theme"],
  });
}
