import { createHash } from 'node:crypto'
import { childrenOf, isNode, type Node, parse } from '../src/source/syntax.ts'
import { conditionEdits, conditionOf, spreadConditionOf, spreadEdits } from './conditions.ts'
import { isMongo, isProjection, mongoEdits } from './mongo.ts'
import { applied, type Edit, type Mutant } from './mutant.ts'
import { extremeEdits, negationEdits, operatorEdits } from './operators.ts'

type Found = { node: Node; edit: Edit }

/** Types, imports and lines of log change nothing that a test could see; a schema's fields are only named for mongoose. */
const isIgnored = (node: Node): boolean =>
  node.type.startsWith('TSType') ||
  node.type.startsWith('TSInterface') ||
  node.type.startsWith('Import') ||
  isProjection(node) ||
  (node.type === 'NewExpression' && (node.callee as Node).name === 'Schema') ||
  (node.type === 'CallExpression' && isLog(node.callee as Node))

const isLog = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  [callee.object, (callee.object as Node).property].some(
    (one) => isNode(one) && ['log', 'console'].includes(String(one.name)),
  )

/** Each mutant of a file, the outer ones of an expression first. */
export function findMutants(text: string, file: string): Mutant[] {
  const found: Found[] = []
  const visit = (node: Node, isBelowMongo: boolean, isCondition: boolean, isField: boolean): void => {
    if (isIgnored(node)) return
    const add = (at: Node, edits: Edit[]) => found.push(...edits.map((edit) => ({ node: at, edit })))
    const condition = conditionOf(node) ?? spreadConditionOf(node)
    if (condition) add(condition, spreadConditionOf(node) ? spreadEdits(node, text) : conditionEdits(condition, node))
    // A condition that is always and never true leaves nothing to learn from one that is turned.
    const isTurned = isCondition && (/^[!=]==$/.test(String(node.operator)) || node.type === 'UnaryExpression')
    const isSpread =
      isCondition && node.operator === '&&' && isNode(node.right) && node.right.type === 'ObjectExpression'
    if (!isTurned && !isSpread) add(node, [...operatorEdits(node, text), ...negationEdits(node)])
    add(node, extremeEdits(node))
    const inMongo =
      node.type === 'ObjectExpression' ? isBelowMongo || isMongo(node) : isBelowMongo && node.type === 'Property'
    if (node.type === 'ObjectExpression' && inMongo) add(node, mongoEdits(node, isField))
    for (const child of childrenOf(node)) visit(child, inMongo, child === condition, node.type === 'Property')
  }
  visit(parse(text, file), false, false, false)
  return named(text, file, found)
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function named(text: string, file: string, found: Found[]): Mutant[] {
  const seen = new Map<string, number>()
  return found.map(({ node: { start, end }, edit }) => {
    const from = text.lastIndexOf('\n', edit.start - 1) + 1
    const to = text.indexOf('\n', edit.end) < 0 ? text.length : text.indexOf('\n', edit.end)
    const before = inOneLine(text.slice(from, to))
    const after = inOneLine(applied(text, edit, from, to))
    const hash = createHash('sha256').update(`${before}\n${after}`).digest('hex').slice(0, 10)
    const count = seen.get(hash) ?? 0
    seen.set(hash, count + 1)
    const line = text.slice(0, edit.start).split('\n').length
    return { id: `${hash}-${count}`, file, line, node: { start, end }, edit, before, after }
  })
}
