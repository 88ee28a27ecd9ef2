import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { repoDir } from '@utter/local/settings'

export type SourceFile = { path: string; text: string; imports: string[] }

/** The product's own TypeScript, without tests: as git knows it, so that nothing is looked at that is not to be committed. */
export function sourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: repoDir,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => /^(gateway|web|services\/[^/]+|infra\/[^/]+\/[^/]+)\/src\//.test(path))
    .flatMap((path) => {
      try {
        const text = readFileSync(join(repoDir, path), 'utf8')
        return [{ path, text, imports: importsOf(text) }]
      } catch {
        // Listed, and removed in the work tree.
        return []
      }
    })
}

/** The file that a relative specifier leads to, by its path in the repository. */
export const resolveImport = ({ path }: SourceFile, specifier: string): string =>
  specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier

const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:^|\n)(?:import|export)\b[^'"\n]*(?:\n[^'"]*?)?from ['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)|(?:^|\n)import ['"]([^'"]+)['"]/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
