import { type ESTree, parseAst } from 'vite'

/** A node of the syntax tree, as far as all of them are alike. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes directly below one, in no particular order. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

export const parse = (text: string, file: string): Node =>
  parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as ESTree.Program as unknown as Node

/** The name of a property or a method that is not computed. */
export const keyOf = ({ key }: Node): string | undefined =>
  isNode(key)
    ? String((key as { name?: string; value?: unknown }).name ?? (key as { value?: unknown }).value)
    : undefined

/** The last name of an expression or of an element: `find` of `list.find`, `Link` of `<Link>`. */
export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return typeof node.name === 'string' ? node.name : ''
}
