import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repoDir } from '@utter/local/settings'
import { definitionsOf } from './definitions.ts'
import { supportedVersions } from './supported.ts'
import { writeSchemas } from './to-json-schema.ts'

const { fetch } = parseArgs({ options: { fetch: { type: 'boolean', default: false } } }).values
const cache = join(process.env.UTTER_CACHE ?? join(repoDir, '.cache'), 'schemas')
const work = mkdtempSync(join(tmpdir(), 'utter-schemas-'))
const overlays = readdirSync(join(repoDir, 'k8s/overlays'))
const described = supportedVersions().filter(({ folder }) => folder)
mkdirSync(cache, { recursive: true })

try {
  const rendered = overlays.map((overlay) => ({ overlay, text: render(overlay) }))
  for (const which of ['oldest', 'newest'] as const) {
    const schemas = join(work, which)
    mkdirSync(schemas)
    const missing: string[] = []
    for (const one of described) {
      const folder = definitionsOf(one, one[which], cache, fetch)
      if (!folder) missing.push(`${one.name} ${one[which]}`)
      else console.log(`${which}: ${one.name} ${one[which]}, ${writeSchemas(folder, schemas)} kinds`)
    }
    if (missing.length > 0) {
      console.error(
        `${which}: not on this machine, so their kinds are not checked (--fetch gets them): ${missing.join(', ')}`,
      )
      process.exitCode = 2
    }
    for (const { overlay, text } of rendered) validate(`${which}: ${overlay}`, text, schemas, missing.length > 0)
  }
} finally {
  rmSync(work, { recursive: true })
}

function render(overlay: string): string {
  const [command = '', ...args] = (process.env.KUSTOMIZE ?? 'kubectl kustomize').split(' ')
  return execFileSync(command, [...args, join(repoDir, 'k8s/overlays', overlay)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
}

function validate(what: string, text: string, schemas: string, mayMiss: boolean): void {
  const location = `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`
  const args = ['-strict', '-summary', '-schema-location', location, ...(mayMiss ? ['-ignore-missing-schemas'] : [])]
  const { status, stdout, error } = spawnSync(process.env.KUBECONFORM ?? 'kubeconform', args, {
    input: text,
    encoding: 'utf8',
  })
  if (error) throw error
  console.log(`${what}: ${stdout.trim()}`)
  if (status !== 0) process.exitCode = 1
}
