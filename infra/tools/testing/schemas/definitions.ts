import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Supported } from './supported.ts'

/**
 * The folder with the definitions of a version.
 * @param fetch whether a version that is not on this machine may be fetched, by `go` and `git`
 * @returns undefined for one that is not there
 */
export function definitionsOf(one: Supported, version: string, cache: string, fetch: boolean): string | undefined {
  const folder = one.module
    ? folderOfModule(`${one.module}@${one.tag}${version}`, fetch)
    : folderOfTag(one.repository ?? '', `${one.tag}${version}`, one.folder ?? '', cache, fetch)
  return folder && existsSync(join(folder, one.folder ?? '')) ? join(folder, one.folder ?? '') : undefined
}

function folderOfModule(module: string, fetch: boolean): string | undefined {
  try {
    const answer = execFileSync('go', ['mod', 'download', '-json', module], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...(!fetch && { GOPROXY: 'off' }) },
    })
    return (JSON.parse(answer) as { Dir?: string }).Dir
  } catch {
    return undefined
  }
}

function folderOfTag(repository: string, tag: string, folder: string, cache: string, fetch: boolean) {
  const clone = join(cache, `${repository.split('/').at(-1)}@${tag}`)
  if (existsSync(clone) || !fetch) return clone
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'ignore'] })
  const options = ['--depth', '1', '--filter=blob:none', '--sparse', '-c', 'advice.detachedHead=false']
  try {
    git('clone', '--quiet', ...options, '--branch', tag, repository, clone)
    git('-C', clone, 'sparse-checkout', 'set', folder)
    return clone
  } catch {
    return undefined
  }
}
