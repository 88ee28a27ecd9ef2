/** The look of the pages: colours and sizes of web's own (`web/src/theme.ts`), by the system's light or dark. */
export const style = `
:root { color-scheme: dark; --bg: #0c0f10; --surface: #121618; --field: #080b0c; --hover: #1a1f21; --line: #22282a; --line-strong: #3a4245;
  --fg: #eef2f3; --fg-2: #b1b7ba; --fg-3: #8e9598; --ink: #eef2f3; --ink-hover: #d5dadc; --on-ink: #0c1012; --accent: #60d9e0;
  --failed: #fb8d87; --failed-solid: #ba2b2b; --warning: #f6c360; --warning-tint: #30220d; --completed: #76d69a }
@media (prefers-color-scheme: light) { :root { color-scheme: light; --bg: #f7f9f9; --surface: #fff; --field: #fff; --hover: #edf1f2;
  --line: #dee3e5; --line-strong: #c3cacd; --fg: #131b1f; --fg-2: #475055; --fg-3: #616b6f; --ink: #141d22; --ink-hover: #2a353a;
  --on-ink: #fafcfd; --accent: #0c7183; --failed: #b72121; --failed-solid: #be2323; --warning: #824f00; --warning-tint: #fdf2d3; --completed: #116838 } }
* { box-sizing: border-box; margin: 0 }
body { background: var(--bg); color: var(--fg); padding: 64px 16px 48px; font: 400 14px/20px 'Hanken Grotesk Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { max-width: 480px; margin: 0 auto; display: grid; gap: 16px }
header { display: grid; gap: 8px }
h1 { font: 600 24px/32px inherit; font-size: 24px; line-height: 32px; font-weight: 600; letter-spacing: -.018em }
h2 { font-size: 15px; line-height: 24px; font-weight: 600 }
.note { display: flex; align-items: center; gap: 8px; padding: 8px 12px; border-radius: 8px; background: var(--warning-tint); color: var(--warning); font-weight: 500; font-size: 13px }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px; display: grid; gap: 16px }
.plan { display: flex; justify-content: space-between; align-items: baseline; gap: 16px }
.price { font-size: 28px; line-height: 36px; font-weight: 600; letter-spacing: -.02em; font-variant-numeric: tabular-nums; white-space: nowrap }
.price small { font-size: 13px; font-weight: 400; color: var(--fg-3); letter-spacing: 0 }
.muted { color: var(--fg-2) } .hint { color: var(--fg-3); font-size: 12px; line-height: 16px }
form { display: grid; gap: 16px } .actions { display: flex; flex-wrap: wrap; gap: 8px } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px }
label { display: grid; gap: 6px; font-size: 13px; font-weight: 500 }
input, select { width: 100%; height: 36px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--field); color: var(--fg); font: inherit; font-weight: 400; font-variant-numeric: tabular-nums }
input::placeholder { color: var(--fg-3); opacity: 1 }
input[aria-invalid] { border-color: var(--failed) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px } input:focus-visible { outline-offset: -1px }
.error { display: flex; gap: 6px; color: var(--failed); font-size: 13px; font-weight: 400 }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 36px; padding: 0 14px; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--surface); color: var(--fg); font: inherit; font-weight: 500; text-decoration: none; cursor: pointer }
button:hover, .button:hover { background: var(--hover) }
.primary { background: var(--ink); border-color: var(--ink); color: var(--on-ink) } .primary:hover { background: var(--ink-hover) }
.danger { background: var(--failed-solid); border-color: var(--failed-solid); color: #fff } .danger:hover { background: var(--failed-solid); filter: brightness(1.08) }
.wide { width: 100% }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px } dt { color: var(--fg-3) } dd { text-align: right }
table { width: 100%; border-collapse: collapse; font-size: 13px } td, th { padding: 8px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
tr:first-child > * { border-top: 0 } td:last-child { text-align: right; padding-left: 16px; font-variant-numeric: tabular-nums; white-space: nowrap }
tfoot td, tfoot th { font-weight: 600 }
details { border-top: 1px solid var(--line) } details:first-of-type { border-top: 0 }
summary { display: grid; grid-template-columns: 8px 1fr auto auto; gap: 12px; padding: 12px 0; cursor: pointer; font-variant-numeric: tabular-nums } summary .state { color: var(--fg-3); min-width: 56px; text-align: right }
summary::before { content: '›'; color: var(--fg-3) } details[open] > summary::before { transform: rotate(90deg) } summary::-webkit-details-marker { display: none }
details table { margin-bottom: 12px } caption { text-align: left; padding-bottom: 4px }
a { color: var(--fg); text-underline-offset: 2px }
ul.cards { list-style: none; padding: 0; display: grid; gap: 4px; color: var(--fg-3); font-size: 12px; line-height: 16px } code { font-family: ui-monospace, Menlo, Consolas, monospace; color: var(--fg-2) }
@media (max-width: 767px) { body { padding-top: 32px } .card { padding: 16px } input, select { height: 44px; font-size: 16px } button, .button { min-height: 44px } .actions > * { flex: 1 1 auto } }
`
