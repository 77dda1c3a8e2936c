// The terms of a number, in words.
/**
 * A term of a sum in words: +2 attack, × 2. source: where it comes from, in words.
 * @param {{ source: string, amount: number | null, times: number, over: number, rule: string | null }} term
 */
export function termText({ source, amount, times, over, rule }) {
  const factors = (times === 1 ? '' : ` × ${times}`) + (over === 1 ? '' : ` / ${over}`);
  const sign = amount === null ? '' : `${amount >= 0 ? '+' : '−'}${Math.abs(amount)}`;
  return `${(sign + factors).trim()} ${source}${rule ? ' [' + rule + ']' : ''}`.trim();
}
