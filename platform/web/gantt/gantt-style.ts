import { type ChartToken, chartTokens, sharedVariable } from './gantt-tokens.ts'

const variables = (theme: 'light' | 'dark'): string =>
  (Object.keys(chartTokens) as ChartToken[])
    .map(token => {
      const own = chartTokens[token][theme]
      const shared = sharedVariable(token)
      return `--g-${token}: var(--qt-gantt-${token}, ${shared ? `var(${shared}, ${own})` : own});`
    })
    .join(' ')

/** Style of the parts around the canvas, from the same tokens. Placed once by React, see gantt.tsx. */
export const ganttStyle = `
.qt-gantt { position: relative; display: flex; flex-direction: column; min-height: 220px; height: 100%; overflow: hidden;
  font-size: 13px; line-height: 1.5; }
.qt-gantt[data-theme="light"] { ${variables('light')} color-scheme: light; }
.qt-gantt[data-theme="dark"] { ${variables('dark')} color-scheme: dark; }
.qt-gantt, .qt-gantt button { color: var(--g-text); }
.qt-gantt-host { position: relative; flex: 1; min-height: 0; background: var(--g-surface); overflow: hidden; }
.qt-gantt-scroll { position: absolute; inset: 0; overflow: auto; overscroll-behavior: contain; outline: none;
  touch-action: pan-x pan-y; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
.qt-gantt-spacer { position: relative; min-height: 100%; }
.qt-gantt-sticky { position: sticky; left: 0; top: 0; overflow: hidden; contain: strict; }
.qt-gantt-canvas { position: absolute; left: 0; top: 0; pointer-events: none; }
.qt-gantt-grid { position: absolute; inset: 0; outline: none; }
.qt-gantt-grid [role="gridcell"], .qt-gantt-grid [role="rowheader"] { position: absolute; outline: none; }
.qt-gantt-grid[data-ready="false"] * { pointer-events: none; }
.qt-gantt-host[data-keys]::after {
  content: ""; position: absolute; inset: 0; border: 2px solid var(--g-accent); pointer-events: none; }
.qt-gantt-tip, .qt-gantt-bubble { position: absolute; left: 0; top: 0; z-index: 3; max-width: min(340px, 80%);
  padding: 6px 10px; border-radius: 6px; pointer-events: none; font-size: 12px; line-height: 1.6;
  background: var(--g-tip-bg); color: var(--g-tip-text); box-shadow: 0 4px 14px rgb(0 0 0 / 22%);
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.qt-gantt-tip[hidden], .qt-gantt-bubble[hidden] { display: none; }
.qt-gantt-tip-title { color: var(--g-tip-weak); }
.qt-gantt :is(.qt-gantt-tip, .qt-gantt-bubble) [data-tone="strong"] { font-weight: 600; }
.qt-gantt :is(.qt-gantt-tip, .qt-gantt-bubble) [data-tone="weak"] { color: var(--g-tip-weak); }
.qt-gantt :is(.qt-gantt-tip, .qt-gantt-bubble) :is([data-tone="danger"], [data-tone="warning"], [data-tone="success"]) {
  margin: 2px -4px 0; padding: 0 4px; border-radius: 3px; font-weight: 600; }
.qt-gantt [data-tone="danger"] { color: var(--g-danger-text); background: var(--g-danger-bg); }
.qt-gantt :is(.qt-gantt-tip, .qt-gantt-bubble) [data-tone="warning"] { color: var(--g-tip-text); box-shadow: inset 3px 0 0 var(--g-warning); padding-left: 8px; }
.qt-gantt :is(.qt-gantt-tip, .qt-gantt-bubble) [data-tone="success"] { color: var(--g-tip-text); box-shadow: inset 3px 0 0 var(--g-success); padding-left: 8px; }
.qt-gantt-live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.qt-gantt-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; padding: 6px 8px; background: var(--g-surface);
  border-bottom: 1px solid var(--g-line); container: qt-gantt-bar / inline-size; }
.qt-gantt-bar-page { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.qt-gantt-space { flex: 1; }
.qt-gantt-set { display: inline-flex; margin: 0; padding: 0; border: 0; min-width: 0; }
.qt-gantt-button { display: inline-flex; align-items: center; justify-content: center; gap: 4px; min-width: 28px; height: 28px;
  padding: 0 8px; font: inherit; line-height: 1; background: var(--g-surface); border: 1px solid var(--g-line-strong);
  border-radius: 6px; cursor: pointer; white-space: nowrap; }
.qt-gantt-button:hover:not(:disabled) { border-color: var(--g-accent); color: var(--g-accent); }
.qt-gantt-button:disabled { opacity: .45; cursor: default; }
.qt-gantt-button:focus-visible { outline: 2px solid var(--g-accent); outline-offset: 1px; }
.qt-gantt-button[aria-pressed="true"], .qt-gantt-button[aria-expanded="true"] { background: var(--g-accent-bg); color: var(--g-accent-text); border-color: var(--g-accent); position: relative; }
.qt-gantt-set .qt-gantt-button { border-radius: 0; margin-left: -1px; }
.qt-gantt-set .qt-gantt-button:first-child { border-radius: 6px 0 0 6px; margin-left: 0; }
.qt-gantt-set .qt-gantt-button:last-child { border-radius: 0 6px 6px 0; }
.qt-gantt-button svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.qt-gantt-count { color: var(--g-text-weak); font-variant-numeric: tabular-nums; white-space: nowrap; }
.qt-gantt-saving { display: inline-flex; align-items: center; gap: 6px; color: var(--g-accent-text); white-space: nowrap; }
.qt-gantt-saving::before { content: ""; width: 12px; height: 12px; border-radius: 50%; border: 2px solid var(--g-accent); border-right-color: transparent; animation: qt-gantt-turn .9s linear infinite; }
@keyframes qt-gantt-turn { to { transform: rotate(360deg); } }
@media (prefers-reduced-motion: reduce) { .qt-gantt-saving::before { animation: none; } }
.qt-gantt-notice { position: absolute; z-index: 4; left: 50%; bottom: 20px; transform: translateX(-50%); display: flex; align-items: center; gap: 10px;
  max-width: min(560px, 92%); padding: 8px 8px 8px 14px; border-radius: 8px; box-shadow: 0 6px 20px rgb(0 0 0 / 20%);
  background: var(--g-tip-bg); color: var(--g-tip-text); }
.qt-gantt-notice[data-tone="danger"] { border: 1px solid var(--g-danger); }
.qt-gantt-notice button { border: 0; background: transparent; color: inherit; font: inherit; width: 28px; height: 28px; border-radius: 6px; cursor: pointer; }
.qt-gantt-notice button:focus-visible { outline: 2px solid currentColor; }
.qt-gantt-legend { position: absolute; z-index: 5; right: 12px; top: 8px; width: min(420px, calc(100% - 24px)); max-height: calc(100% - 24px); overflow: auto;
  padding: 10px 14px 12px; border: 1px solid var(--g-line-strong); border-radius: 8px; background: var(--g-surface); box-shadow: 0 8px 24px rgb(0 0 0 / 18%); font-size: 12px; }
.qt-gantt-legend h3 { margin: 8px 0 4px; font-size: 12px; font-weight: 600; color: var(--g-text-weak); }
.qt-gantt-legend h3:first-child { margin-top: 0; }
.qt-gantt-legend ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 2px 12px; }
.qt-gantt-legend ul.qt-gantt-keys { grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); }
.qt-gantt-legend li { display: flex; align-items: center; gap: 8px; min-height: 24px; }
.qt-gantt-legend canvas { flex: none; width: 34px; height: 18px; }
.qt-gantt-legend kbd { flex: none; white-space: nowrap; font: inherit; font-size: 11px; line-height: 18px; padding: 0 5px; border: 1px solid var(--g-line-strong); border-radius: 4px; background: var(--g-header-bg); color: var(--g-text); }
.qt-gantt-empty { position: absolute; inset: 48px 0 0; display: grid; place-items: center; color: var(--g-text-weak);
  pointer-events: none; z-index: 1; }
.qt-gantt-empty > * { pointer-events: auto; }
@media (pointer: coarse) { .qt-gantt-button { min-width: 40px; height: 40px; } }
@container qt-gantt-bar (max-width: 920px) { .qt-gantt-wide { position: absolute; width: 1px; height: 1px;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap; } }
`
