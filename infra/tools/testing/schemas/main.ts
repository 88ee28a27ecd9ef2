import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repoDir } from '@utter/local/settings'
import { parse } from 'yaml'
import { renderedOverlay, renderedWith, validateRendered } from './rendered.ts'

const { fetch } = parseArgs({ options: { fetch: { type: 'boolean', default: false } } }).values
const namesIn = (folder: string) => readdirSync(join(repoDir, 'k8s', folder))
const overlays = namesIn('overlays')
const taken = overlays.flatMap((overlay) => {
  const file = readFileSync(join(repoDir, 'k8s/overlays', overlay, 'kustomization.yaml'), 'utf8')
  return (parse(file) as { components?: string[] }).components ?? []
})
const others = namesIn('components').filter((name) => !taken.includes(`../../components/${name}`))
validateRendered(
  [...overlays.map(renderedOverlay), ...others.map((component) => renderedWith('managed', component))],
  fetch,
)
