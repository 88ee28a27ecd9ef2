import { isNode, keyOf, type Node } from '../src/source/syntax.ts'
import type { Edit } from './mutant.ts'

const compared: Record<string, string> = { $lt: '$lte', $lte: '$lt', $gt: '$gte', $gte: '$gt' }

const propertiesOf = (node: Node): Node[] =>
  (node.properties as Node[]).filter(({ type, computed }) => type === 'Property' && !computed)
const hasOperator = (node: Node): boolean => propertiesOf(node).some((property) => keyOf(property)?.startsWith('$'))

/** Whether an object is a filter or an update of MongoDB: it has an operator, a field with one, or the document's id. */
export const isMongo = (node: Node): boolean =>
  node.type === 'ObjectExpression' &&
  propertiesOf(node).some(
    (property) =>
      keyOf(property)?.startsWith('$') ||
      keyOf(property) === '_id' ||
      (isNode(property.value) && property.value.type === 'ObjectExpression' && hasOperator(property.value)),
  )

/** Projections name fields that are read: their removal reads more, and changes nothing. */
export const isProjection = (node: Node): boolean => node.type === 'Property' && keyOf(node) === 'projection'

/**
 * Each property of a filter or an update removed, and `$lt` as `$lte`. @param isField whether the object is a property's value: then its only
 * property is removed with it
 */
export function mongoEdits(node: Node, isField: boolean): Edit[] {
  const all = node.properties as Node[]
  return propertiesOf(node).flatMap((property) => {
    const at = all.indexOf(property)
    const [before, next] = [all[at - 1], all[at + 1]]
    const removed = next
      ? { start: property.start, end: next.start, text: '' }
      : { start: before?.end ?? node.start + 1, end: node.end - 1, text: ' ' }
    const other = compared[keyOf(property) ?? '']
    const key = property.key as Node
    if (isField && all.length === 1) return other ? [{ start: key.start, end: key.end, text: other }] : []
    return other ? [removed, { start: key.start, end: key.end, text: other }] : [removed]
  })
}
