import { isNode, type Node } from '../src/source/syntax.ts'
import type { Edit } from './mutant.ts'

const swapped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '**': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && [node.left, node.right].some((side) => isNode(side) && isText(side)))

/** `a < b` as `a <= b`, and the like; `a ?? b` as `a`. Joining texts is left as it is. */
export function operatorEdits(node: Node, text: string): Edit[] {
  if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return []
  const { left, right } = node as unknown as { left: Node; right: Node }
  const operator = String(node.operator)
  if (operator === '??') return [{ start: left.end, end: node.end, text: '', code: text.slice(left.start, left.end) }]
  const other = swapped[operator]
  if (!other || isText(node)) return []
  const start = text.indexOf(operator, left.end)
  // In parentheses: `a || b || c` with one `&&` would be divided otherwise than it was.
  const code = `(${text.slice(left.start, left.end)}) ${other} (${text.slice(right.start, right.end)})`
  return start < right.start ? [{ start, end: start + operator.length, text: other, code }] : []
}

/** `!a` as `a`. */
export const negationEdits = (node: Node): Edit[] =>
  node.type === 'UnaryExpression' && node.operator === '!' && isNode(node.argument)
    ? [{ start: node.start, end: node.start + 1, text: '' }]
    : []

/** `Math.min` as `Math.max`. */
export function extremeEdits(node: Node): Edit[] {
  const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : undefined
  const { object, property } = (callee ?? {}) as { object?: Node; property?: Node }
  if (object?.name !== 'Math' || !property) return []
  const other = { min: 'max', max: 'min' }[String(property.name)]
  return other ? [{ start: property.start, end: property.end, text: other }] : []
}
