import type { BenchContext } from '../bench-context.ts'
import { openClient } from '../load/http-client.ts'
import type { Nginx } from '../peers/nginx.ts'
import type { StreamServer } from './measure.ts'

/** nchan with a channel for each account, published to by HTTP, keeping no message for longer than its delivery takes. */
export async function startNchan(context: BenchContext, nginx: Nginx, name: string): Promise<StreamServer> {
  const { url, pid } = await nginx.start(context, name, server)
  const client = context.closing.use(openClient(url))
  return {
    pid,
    streamOf: (account) => ({ url: `${url}/sub/${account}`, headers: {} }),
    publish: (account, jobId) =>
      client.ask(`/pub/${account}`, {
        method: 'POST',
        body: JSON.stringify({ jobId, version: 2, status: 'processing', progress: 10 }),
      }),
  }
}

const server = (port: number) => `
  nchan_shared_memory_size 512M;
  nchan_message_buffer_length 1;
  nchan_message_timeout 5s;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /ready { return 200; }
    location ~ ^/sub/(.+)$ { nchan_subscriber eventsource; nchan_channel_id $1; }
    location ~ ^/pub/(.+)$ { nchan_publisher; nchan_channel_id $1; }
  }`
