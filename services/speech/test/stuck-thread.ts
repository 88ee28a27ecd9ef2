import { serveThread } from '../src/domain/thread.ts'

/** Answers with what it was asked, or never: then it looks neither left nor right. */
serveThread<string, string>((request) => {
  for (;;) if (request !== 'hang') return request
})
