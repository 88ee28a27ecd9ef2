import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { parse } from 'yaml'
import { definitionsOf } from './definitions.ts'
import { supportedVersions } from './supported.ts'
import { writeSchemas } from './to-json-schema.ts'

/** Manifests as they are applied, by a name for messages. */
export type Rendered = { name: string; text: string }

/** Output of a program; its faults go to the terminal. @param command its name, with arguments before those of `args` */
export function printed(command: string, ...args: string[]): string {
  const [program = '', ...before] = command.split(' ')
  return execFileSync(program, [...before, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 })
}

const namesIn = (folder: string): string[] => readdirSync(join(repoDir, 'k8s', folder))

export const overlays = (): string[] => namesIn('overlays')

/** Components that no overlay has. */
export function otherComponents(): string[] {
  const taken = overlays().flatMap((overlay) => {
    const file = readFileSync(join(repoDir, 'k8s/overlays', overlay, 'kustomization.yaml'), 'utf8')
    return (parse(file) as { components?: string[] }).components ?? []
  })
  return namesIn('components').filter((name) => !taken.includes(`../../components/${name}`))
}

/** An overlay, by the program that KUSTOMIZE names. */
export const renderedOverlay = (overlay: string): Rendered => ({
  name: overlay,
  text: printed(process.env.KUSTOMIZE ?? 'kubectl kustomize', join(repoDir, 'k8s/overlays', overlay)),
})

/** An overlay with a component more, as one that has both. */
export function renderedWith(overlay: string, component: string): Rendered {
  const work = mkdtempSync(join(tmpdir(), 'utter-overlay-'))
  const from = (folder: string) => relative(realpathSync(work), join(realpathSync(repoDir), 'k8s', folder))
  try {
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [from(`overlays/${overlay}`)],
      components: [from(`components/${component}`)],
    }
    writeFileSync(join(work, 'kustomization.yaml'), JSON.stringify(kustomization))
    return {
      name: `${overlay} with ${component}`,
      text: printed(process.env.KUSTOMIZE ?? 'kubectl kustomize', work),
    }
  } finally {
    rmSync(work, { recursive: true })
  }
}

/**
 * Holds manifests to the schemas of the oldest and of the newest version of all that they speak to, strictly. Sets the exit code: 1 for a fault, 2 for
 * schemas that are not on this machine.
 * @param fetch whether these are fetched
 */
export function validateRendered(rendered: Rendered[], fetch: boolean): void {
  const cache = join(process.env.UTTER_CACHE ?? join(repoDir, '.cache'), 'schemas')
  const work = mkdtempSync(join(tmpdir(), 'utter-schemas-'))
  const described = supportedVersions().filter(({ folder }) => folder)
  mkdirSync(cache, { recursive: true })
  try {
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
      for (const { name, text } of rendered) validate(`${which}: ${name}`, text, schemas, missing.length > 0)
    }
  } finally {
    rmSync(work, { recursive: true })
  }
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
