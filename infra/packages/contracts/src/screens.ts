/** Every path that has a screen. The gateway answers any other path with the same page and status 404. */
export const paths = {
  dashboard: '/',
  jobs: '/jobs',
  playground: '/test',
  chatbot: '/chatbot',
  works: '/works',
  newWork: '/works/new',
  /** The gateway and the app read it as a pattern; `workPath` has the path of a work. */
  work: '/works/:workId',
  batches: '/batches',
  newBatch: '/batches/new',
  /** A pattern too; `batchPath` has the path of a batch. */
  batch: '/batches/:batchId',
  voices: '/voices',
  guide: '/guide',
  settings: '/settings',
  pricing: '/pricing',
  logIn: '/login',
  signUp: '/signup',
  account: '/account',
  requests: '/account/requests',
  usage: '/account/usage',
  terms: '/terms',
  license: '/license',
  verify: '/verify',
  status: '/status',
  /** A job that is shared, for whoever has its link. A pattern too; `sharedPath` has the path of one. */
  shared: '/shared/:secret',
  /** The end of a mailed link. */
  verifyEmail: '/verify-email',
} as const

export const workPath = (workId: string): string => paths.work.replace(':workId', encodeURIComponent(workId))
export const batchPath = (batchId: string): string => paths.batch.replace(':batchId', encodeURIComponent(batchId))
export const sharedPath = (secret: string): string => paths.shared.replace(':secret', secret)
