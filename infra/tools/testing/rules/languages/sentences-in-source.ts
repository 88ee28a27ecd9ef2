import { childrenOf, isNode, keyOf, type Node, nameOf, parse } from '../../src/source/syntax.ts'

/** The functions and the classes by which a service, or what it calls, refuses. */
const refusals =
  /^(Problem|VendorError|ManuscriptFault|fault|failure|notFound|forbidden|conflict|unauthorized|unavailable|invalid)$/

/** Names of values: of a variable, of a parameter with its default, and of a function that makes them. */
const named: Record<string, (node: Node) => unknown> = {
  VariableDeclarator: ({ id }) => id,
  AssignmentPattern: ({ left }) => left,
  FunctionDeclaration: ({ id }) => id,
}

/** The sentences that a file of a service answers with: of its refusals, and of `message`, `error` and `reason`; values are the figure 7. */
export function sentencesIn(source: string, file: string): string[] {
  const found = new Set<string>()
  const visit = (node: Node) => {
    const isRefusal =
      (node.type === 'CallExpression' || node.type === 'NewExpression') && refusals.test(nameOf(node.callee))
    const isMessage = node.type === 'Property' && /^(message|error|reason)$/.test(keyOf(node) ?? '')
    const isNamed = /sentences?(Of\w*)?$|^message$/i.test(nameOf(named[node.type]?.(node)))
    if (isRefusal || isMessage || isNamed) for (const one of textsIn(node)) found.add(one)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parse(source, file))
  return [...found].filter((text) => /^[A-Z][\w’]* \S|^\w+ (must|is|was|has|may)\b/.test(text))
}

function textsIn(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral')
    return [(node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked).join('7')]
  return childrenOf(node).filter(isNode).flatMap(textsIn)
}

/** All sentences of a file that has them in checks of its own form, as contracts do: those of its descriptions left out. */
export function writtenIn(source: string, file: string): string[] {
  const visit = (node: Node): string[] => {
    if (node.type === 'Property' && keyOf(node) === 'description') return []
    if (node.type === 'Literal' || node.type === 'TemplateLiteral') return textsIn(node)
    return childrenOf(node).filter(isNode).flatMap(visit)
  }
  return [...new Set(visit(parse(source, file)))].filter((text) => /^[A-Z][\w’']*( [\w’'“”",]+){2,}/.test(text))
}
