import { repoDir } from '@utter/local/settings'
import { Command } from 'commander'
import { ReleaseError } from './changelog.ts'
import { makeRelease } from './release.ts'

const next = (version: string) => `
Made: a commit and the tag v${version}, on this machine. To give it to others:

  git push --follow-tags
  REGISTRY=registry.example.com/utter VERSION=${version} REVISION=$(git rev-parse HEAD) docker buildx bake --file infra/docker/docker-bake.json --push
  helm package k8s/chart && helm push utter-${version}.tgz oci://registry.example.com/charts
`

new Command('release')
  .usage('VERSION')
  .description(
    'Makes a version: CHANGELOG.md gets its part, package.json, the overlays and the chart its number, and a commit with a tag is made. Nothing leaves this machine.',
  )
  .argument('<version>', 'the number, by semantic versioning: an operator must act for a new major one')
  .helpOption('--help', 'this text')
  .action((version: string) => {
    try {
      const notes = makeRelease({ version, day: new Date().toISOString().slice(0, 10), root: repoDir })
      console.log(`${notes}\n${next(version)}`)
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      console.error(error.message)
      process.exitCode = 1
    }
  })
  .parse()
