import { defineConfig } from 'vitest/config'
import { compileLanguages } from './web/build/compile-languages.ts'

const seconds = 1_000

// Limits are for a machine whose cores are shared and a quarter as fast: what passes does not wait for them.
const limits = { expect: { poll: { timeout: 120 * seconds } }, testTimeout: 240 * seconds, hookTimeout: 240 * seconds }

type OnThePlatform = { workers?: number; platforms?: number }

/**
 * Tests from outside. Files that kill parts of their platform run one after the other, or two at a time on a platform
 * each; files that neither kill nor count run two at a time on the same one.
 */
const onThePlatform = (name: string, { platforms = 1, workers = platforms }: OnThePlatform = {}) => ({
  name,
  include: [`infra/tools/testing/${name}/**/*.test.ts`],
  globalSetup: 'infra/tools/testing/src/setup/platform-setup.ts',
  maxWorkers: workers,
  provide: { platformCount: platforms },
  ...limits,
  testTimeout: 420 * seconds,
  hookTimeout: 420 * seconds,
  sequence: { groupOrder: 1 },
})

export default defineConfig({
  test: {
    // Two cores: more at once only makes each slower than its time allows.
    maxWorkers: 2,
    // A test that needs it has a defect: `.ci/run` lists each with its first error.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', './infra/tools/testing/src/setup/retried-reporter.ts'],
    projects: [
      {
        test: {
          name: 'node',
          // The files of a worker share their modules: loading them anew for each took more time than half of the tests.
          isolate: false,
          include: ['{gateway,services/*,infra/*/*}/test/**/*.test.ts'],
          globalSetup: 'infra/tools/testing/src/setup/backing-setup.ts',
          ...limits,
        },
      },
      // Tests of what is kept in Redis once more, on a Redis Cluster.
      {
        test: {
          name: 'redis-cluster',
          isolate: false,
          include: [
            'infra/packages/storage/test/{redis/{replies-ahead,rights,setting-lines,watched-keys},period-counts}.test.ts',
            'gateway/test/{redis-limits,recent-reads}.test.ts',
            'services/account/test/store/{attempts,credential-cache}.test.ts',
            'services/speech/test/store/{live-sounds,vendor-slots}.test.ts',
            'infra/tools/operator/test/doctor/redis-rights.test.ts',
          ],
          globalSetup: 'infra/tools/testing/src/engines/redis-cluster-setup.ts',
          ...limits,
        },
      },
      // Part of `npm run check`: the structure held to its rules, with nothing started.
      { test: { name: 'rules', include: ['infra/tools/testing/rules/**/*.test.ts'], ...limits } },
      {
        plugins: [compileLanguages()],
        test: {
          name: 'web',
          include: ['web/test/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Styles are added rule by rule, as in the built app: with each component as text, jsdom parses all before it again.
          env: { SC_DISABLE_SPEEDY: 'false' },
          ...limits,
        },
      },
      { test: onThePlatform('platform', { workers: 2 }) },
      // Every screen in the real browser, on the served build: `npm run test:screens`.
      { test: onThePlatform('screens', { workers: 2 }) },
      // Processes, servers and vendors that fail: `npm run test:faults`.
      { test: onThePlatform('faults', { platforms: 2 }) },
      // Crowds, floods and fleets of replicas, which fill the machine: `npm run test:load`.
      { test: onThePlatform('load') },
      // A year of a paying customer, and what can happen to a payment, on the sandbox's clock: `npm run test:money`.
      // On one platform, as the screens' stands beside it in `.ci/run`: with three, two cores no longer answer within a browser's patience.
      { test: onThePlatform('money') },
      // Faults in their real time, before a change of what they promise: `npm run test:long`.
      { test: { ...onThePlatform('long', { platforms: 2 }), retry: 0 } },
      // The voices of this machine, heard by Whisper: `npm run test:hearing`.
      {
        test: {
          name: 'hearing',
          include: ['infra/tools/testing/hearing/**/*.test.ts'],
          testTimeout: 600 * seconds,
          hookTimeout: 60 * seconds,
          retry: 0,
          sequence: { groupOrder: 1 },
        },
      },
      // A quarter of an hour of load, with a death every 20 s: `npm run test:soak`.
      // Never tried again: that would take as long, and hide the first end.
      { test: { ...onThePlatform('soak'), retry: 0 } },
    ],
  },
})
