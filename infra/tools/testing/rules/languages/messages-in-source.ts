import { childrenOf, isNode, type Node, nameOf, parse } from '../../src/source/syntax.ts'

/** The English texts of a file, each the key of its translations: what `t`, `msg`, `counted` and `<Trans>` are given. */
export function messagesIn(source: string, file: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.type === 'CallExpression') found.push(...messagesOfCall(node))
    if (node.type === 'JSXOpeningElement' && nameOf(node.name) === 'Trans') found.push(...messagesOfElement(node))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parse(source, file))
  return found
}

function messagesOfCall(node: Node): string[] {
  const name = nameOf(node.callee)
  const [first, ...more] = node.arguments as Node[]
  if (name === 't' || name === 'msg') return literalsOf(first)
  if (name !== 'counted') return []
  const [one = '', many = `${one}s`] = more.flatMap(literalsOf)
  return one === '' ? [] : [`{count} ${one}`, `{count} ${many}`]
}

function messagesOfElement(node: Node): string[] {
  const id = (node.attributes as Node[]).find(({ name }) => nameOf(name) === 'id')
  const value = id?.value as Node | undefined
  return literalsOf(value?.type === 'JSXExpressionContainer' ? (value.expression as Node) : value)
}

/** Both texts of a choice. */
const literalsOf = (node: Node | undefined): string[] => {
  if (!isNode(node)) return []
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((one) => literalsOf(one as Node))
  return node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : []
}
