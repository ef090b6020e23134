/** Boleto and receipt: pages that are also printed. */
export const DOCUMENT_STYLES = `
h3 { margin: 0; font-size: .875rem; line-height: 1.5rem; }
.lesser .button { background: transparent; color: var(--accent); border-color: var(--line); }
.slip { border: 1px solid var(--quiet); }
.slip-head {
  display: grid; grid-template-columns: auto auto 1fr; gap: 0 16px; align-items: baseline; padding: 8px;
  border-bottom: 2px solid var(--text);
}
.slip-code { font-weight: 600; font-variant-numeric: tabular-nums; border-left: 2px solid var(--text); padding-left: 16px; }
.slip-head .digits { font-size: .875rem; text-align: right; }
.slip-fields { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)) minmax(0, 1.25fr); grid-auto-flow: dense; }
.slip-fields > div { padding: 4px 8px; border-bottom: 1px solid var(--quiet); border-right: 1px solid var(--quiet); margin-right: -1px; }
.slip-fields > .wide { grid-column: span 3; }
.slip-fields > .whole { grid-column: 1 / -1; }
.slip-fields dt { color: var(--quiet); font-size: .75rem; line-height: 1rem; }
.slip-fields dd {
  font-size: .875rem; line-height: 1.5rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.slip-terms { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 16px 24px; padding: 8px 8px 16px; font-size: .875rem; }
.slip-terms > :first-child { flex: 1 1 256px; }
.slip-pix { justify-items: start; }
.slip-pix .qr { width: 40mm; margin: 0; }
.slip .barcode { border-radius: 0; padding: 16px 5mm; }
.slip .barcode img { margin: 0; }
.receipt-state::before {
  content: ""; display: inline-block; width: 1em; height: 1em; margin-right: 8px; vertical-align: -.125em; background: currentColor;
  mask: var(--mark) center / contain no-repeat; -webkit-mask: var(--mark) center / contain no-repeat;
}
.receipt-state.good {
  --mark: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill-rule='evenodd' d='M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Zm-1.6 15.6-4.3-4.3 1.6-1.6 2.7 2.7 6-6 1.6 1.6-7.6 7.6Z'/%3E%3C/svg%3E");
}
.receipt-state.back {
  color: var(--text);
  --mark: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill-rule='evenodd' d='M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22ZM9.500 6.500l1.500 1.500-2 2h5a4 4 0 0 1 0 8h-3v-2h3a2 2 0 0 0 0-4H9l2 2-1.500 1.500L5 11l4.500-4.500Z'/%3E%3C/svg%3E");
}
.amount.gone { color: var(--quiet); text-decoration: line-through; text-decoration-thickness: 2px; }
.sums { display: grid; gap: 8px; }
.sums > div { display: flex; flex-wrap: wrap; gap: 0 16px; }
.sums dt { flex: 1 1 8rem; }
.sums dd { margin-left: auto; font-variant-numeric: tabular-nums; white-space: nowrap; }
.sums > .total { border-top: 1px solid var(--line); padding-top: 8px; font-weight: 600; }
.facts .mono { font: .875rem/1.5rem ui-monospace, Menlo, Consolas, monospace; }
.check { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; }
.check > .stack { flex: 1 1 8rem; min-width: 0; }
.check .qr { width: 112px; margin: 0; }
.check .quiet { overflow-wrap: anywhere; }
@media (max-width: 639px) {
  .slip-head { grid-template-columns: auto 1fr; }
  .slip-head .digits { grid-column: 1 / -1; text-align: left; }
  .slip-fields { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .slip-fields > .wide, .slip-fields > .end { grid-column: 1 / -1; }
}
@page { size: A4; margin: 12mm; }
@media print {
  :root { --good: #166534; --bad: #b42318; --note-ground: #fff; --note-text: #000; color-scheme: light; }
  main, main.wide, footer, footer.wide { max-width: none; padding: 0; }
  footer { margin-top: 8mm; }
  .card { gap: 6mm; }
  .slip, .check, .sums, .facts > div { break-inside: avoid; }
  .slip-fields { grid-template-columns: repeat(3, minmax(0, 1fr)) minmax(0, 1.25fr); }
  .slip-fields > .wide { grid-column: span 3; }
  .slip-fields > .end { grid-column: auto; }
  .slip .barcode { padding: 4mm 5mm; }
  .receipt-state::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
