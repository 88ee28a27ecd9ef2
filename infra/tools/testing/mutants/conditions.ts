import { isNode, type Node } from '../src/source/syntax.ts'
import type { Edit } from './mutant.ts'

/** The condition of a branch or a loop, if the node is one. */
export const conditionOf = (node: Node): Node | undefined =>
  ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement'].includes(node.type) && isNode(node.test)
    ? node.test
    : undefined

/** A condition as always and as never true: with a guard, `if (x) return`, the latter is the guard removed. A loop without end teaches nothing. */
export const conditionEdits = (condition: Node, parent: Node): Edit[] =>
  (['WhileStatement', 'ForStatement'].includes(parent.type) ? ['false'] : ['true', 'false']).map((text) => ({
    start: condition.start,
    end: condition.end,
    text,
  }))

/** The parts of `...(a && { b })`, if the node is that. */
const optionalSpread = (node: Node): { guard: Node; value: Node } | undefined => {
  const argument = node.type === 'SpreadElement' && isNode(node.argument) ? node.argument : undefined
  if (argument?.type !== 'LogicalExpression' || argument.operator !== '&&') return undefined
  return { guard: argument, value: argument.right as Node }
}

export const spreadConditionOf = (node: Node): Node | undefined => optionalSpread(node)?.guard

/** Optional fields as never and as always there. */
export function spreadEdits(node: Node, text: string): Edit[] {
  const spread = optionalSpread(node)
  if (!spread) return []
  const { guard, value } = spread
  return [
    { start: guard.start, end: guard.end, text: 'false' },
    { start: guard.start, end: guard.end, text: text.slice(value.start, value.end) },
  ]
}
