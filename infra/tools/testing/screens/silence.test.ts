import { Customer } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { openVisit } from '@utter/testing/customers/visit'
import { eventually } from '@utter/testing/eventually'
import { openTcpProxy } from '@utter/testing/faults/tcp-proxy'
import { expect, test } from 'vitest'

const { browser, url } = useScreens()

test('a line that stays open and carries nothing any more is noticed within a minute, and what was missed is read', async () => {
  const customer = await Customer.signUp(url)
  /** Bytes of these connections are withheld: what a dead network path looks like from both ends. */
  const frozen = new Set<object>()
  const streams = new Set<object>()
  const target = { host: 'localhost', port: Number(new URL(url).port) }
  const proxy = await openTcpProxy(target, (client, upstream) => {
    client.on('data', (bytes: Buffer) => {
      if (bytes.includes('GET /api/events ')) streams.add(upstream)
      upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      if (!frozen.has(upstream)) client.write(bytes)
    })
  })
  try {
    const throughProxy = `http://localhost:${proxy.port}`
    await using visit = await openVisit(browser(), throughProxy, { customer })
    const page = await visit.newPage()
    // The mark may show 'Paused' for some milliseconds only, since the first pause is of any length below a second.
    await page.addInitScript(`
      new MutationObserver(() => {
        const isPaused = [...document.querySelectorAll('main span')].some((one) => one.textContent === 'Paused')
        if (isPaused) window.pausedAtMs ??= Date.now()
      }).observe(document, { childList: true, subtree: true, characterData: true })
    `)
    // A minute of the page's own clock is not waited for.
    await page.clock.install()
    await page.goto('/')
    await page.getByText('Live', { exact: true }).waitFor()
    for (const stream of streams) frozen.add(stream)
    await customer.speak('Not seen at first.')
    const now = () => page.evaluate<number>('Date.now()')
    const startedMs = await now()
    const pausedAtMs = await eventually('the silence is noticed', async () => {
      if ((await now()) - startedMs < 55_000) await page.clock.runFor(5_000)
      return page.evaluate<number | undefined>('window.pausedAtMs')
    })
    expect(pausedAtMs - startedMs).toBeLessThan(60_000)
    // A new connection is healthy again.
    await page.getByRole('row').filter({ hasText: 'Not seen at first.' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
  } finally {
    await proxy.close()
  }
})
