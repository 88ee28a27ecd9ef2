import { applied, type Mutant } from './mutant.ts'

/**
 * A file with all of its mutants, each behind a switch that is off: `$either($is(1) ? a <= b : a < b)`. So a file is transformed and loaded
 * once for all of them. A call comes first, since a line that begins with a parenthesis would continue the one before.
 */
export function instrument(text: string, mutants: Mutant[]): string {
  const byNode = new Map<string, Mutant[]>()
  for (const mutant of mutants) {
    const key = `${mutant.node.start} ${mutant.node.end}`
    byNode.set(key, [...(byNode.get(key) ?? []), mutant])
  }
  const insertions = [...byNode.values()].flatMap((list) => {
    const { start, end } = list[0]!.node
    const switches = list.map(({ file, id, edit }) => {
      const edited = edit.code ?? applied(text, edit, start, end)
      return `$is(${JSON.stringify(`${file}#${id}`)}) ? (${edited}) : `
    })
    const size = end - start
    return [
      // Outer ones open first and close last.
      { at: start, order: -size, text: `$either(${switches.join('')}(` },
      { at: end, order: size - Number.MAX_SAFE_INTEGER, text: '))' },
    ]
  })
  // At one place what ends comes before what begins.
  insertions.sort((a, b) => a.at - b.at || a.order - b.order)
  let [result, from] = ['', 0]
  for (const { at, text: inserted } of insertions) {
    result += text.slice(from, at) + inserted
    from = at
  }
  return result + text.slice(from)
}
