// Builds the page into dist/. The output depends on the sources and the locked versions only: CI builds it again and
// compares (scripts/page.sh --check).
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";

const dist = process.argv[2] ?? "dist";
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await build({
  entryPoints: { app: "src/main.tsx", report: "src/report.tsx" },
  outdir: dist,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  charset: "utf8",
  loader: { ".jsonl": "text" },
});
await rm(`${dist}/report.css`, { force: true });  // app.css has all of it
await copyFile("src/index.html", `${dist}/index.html`);
await copyFile("src/icon.svg", `${dist}/icon.svg`);
