import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@utter/contracts/screens'
import type { Rollup } from 'vite'

/** The scripts of each screen beside those that every page has, as indexes into `files`, since many screens share one. */
export type ScreenChunks = { files: string[]; screens: Record<string, number[]> }

const source = join(import.meta.dirname, '../src')

/** @throws for a screen that is not fetched as the others are: its scripts would begin a round trip late */
export function screenChunks(bundle: Rollup.OutputBundle): ScreenChunks {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const withImports = (chunk: Rollup.OutputChunk | undefined, found = new Set<string>()): Set<string> => {
    if (!chunk || found.has(chunk.fileName)) return found
    found.add(chunk.fileName)
    for (const name of chunk.imports)
      withImports(
        chunks.find(({ fileName }) => fileName === name),
        found,
      )
    return found
  }
  const onEveryPage = withImports(chunks.find(({ isEntry }) => isEntry))
  const files: string[] = []
  const indexOf = (file: string) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1)
  const modules = screenModules()
  const screens = Object.entries(paths).map(([name, path]) => {
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId === modules.get(name))
    if (!page) throw new Error(`The screen ${path} has no chunk of its own`)
    return [path, [...withImports(page)].filter((file) => !onEveryPage.has(file)).map(indexOf)]
  })
  return { files, screens: Object.fromEntries(screens) }
}

/** The module of each screen by the name of its path, as screens.tsx imports it. */
function screenModules(): Map<string, string> {
  const text = readFileSync(join(source, 'screens.tsx'), 'utf8')
  const imports = text.matchAll(/\[paths\.(\w+)\]: lazyView\(async \(\) => \(await import\('\.\/([^']+)'\)/g)
  return new Map([...imports].map(([, name = '', file = '']) => [name, join(source, file)]))
}
