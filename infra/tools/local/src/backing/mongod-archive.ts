import { mongoVersion } from './mongo-version.ts'

/** By the oldest C library that each is for, the newest first; those of Ubuntu run on Debian and Fedora too. */
const builds: [glibc: number, build: string][] = [
  [39, 'ubuntu2404'],
  [35, 'ubuntu2204'],
  [34, 'rhel90'],
  [28, 'rhel8'],
]

export type Machine = { platform: string; arch: string; glibc: string | undefined }

/** The maker's archive for a machine, as its path on the maker's host; undefined where there is none. */
export function archiveFor({ platform, arch, glibc }: Machine): string | undefined {
  if (platform === 'darwin') return `osx/mongodb-macos-${arch === 'arm64' ? 'arm64' : 'x86_64'}-${mongoVersion}.tgz`
  const processor = { x64: 'x86_64', arm64: 'aarch64' }[arch]
  const [, minor = 0] = glibc?.split('.').map(Number) ?? []
  const build = builds.find(([oldest]) => minor >= oldest)?.[1]
  if (platform !== 'linux' || !processor || !build) return undefined
  return `linux/mongodb-linux-${processor}-${build}-${mongoVersion}.tgz`
}

export function thisMachine(): Machine {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return { platform: process.platform, arch: process.arch, glibc: header.glibcVersionRuntime }
}
