import { globSync } from 'node:fs'
import { services } from '@utter/contracts/flow'
import { repoDir } from '@utter/local/settings'

/** A workspace whose sources are mutated, and the folder of the tests that have to notice. */
export type Part = { name: string; sources: string[]; tests: string; project: 'node' | 'web' }

const besides: Partial<Record<string, string[]>> = { billing: ['lifecycle'] }

/** Smallest first. */
export const parts: Part[] = [
  { name: 'client', sources: ['infra/packages/client/src'], tests: 'infra/packages/client/test', project: 'node' },
  ...services.map(
    (name): Part => ({
      name,
      sources: ['domain', 'store', ...(besides[name] ?? [])].map((folder) => `services/${name}/src/${folder}`),
      tests: `services/${name}/test`,
      project: 'node',
    }),
  ),
  { name: 'web', sources: ['web/src/lib'], tests: 'web/test', project: 'web' },
]

export const filesOf = (folder: string): string[] => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: repoDir }).sort()
export const testsOf = ({ tests }: Part): string[] => filesOf(tests).filter((file) => /\.test\.tsx?$/.test(file))
