/** The MongoDB of every place: a cluster, containers, one machine. The rules hold manifests and images to it. */
export const mongoVersion = '8.0.29'

/** Older patches have holes that others know: CVE-2025-14847 (memory is read without a login) and CVE-2026-6914 (a crash). */
export const oldestPatch = 21

export const seriesOf = (version: string): string => version.split('.').slice(0, 2).join('.')
/** A mongod reads the data of its own series, and so does one of production. */
export const mongoSeries = seriesOf(mongoVersion)

/** Whether an installed mongod is as good as the one that would be fetched. */
export const isTaken = (version: string): boolean =>
  seriesOf(version) === mongoSeries && Number(version.split('.')[2]) >= oldestPatch
