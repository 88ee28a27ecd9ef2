import { StatusView } from '@utter/contracts/http/status/status-view'
import type { App } from '@utter/http/route'

/** `GET /api/status`, for everybody, and answered here: it is there while services are not. */
export function serveStatus(app: App, read: () => Promise<StatusView>): void {
  app.get(
    '/api/status',
    {
      schema: {
        operation: {
          id: 'getStatus',
          tag: 'Web pages',
          summary: 'What is served now, and was in the last 90 days',
          description:
            'By the figures of the platform itself, in slots of ten minutes (UTC), and the incidents that its operator has told of.',
        },
        response: { 200: StatusView },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=10')
      return read()
    },
  )
}
