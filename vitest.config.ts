import { defineConfig } from 'vitest/config'

const seconds = 1_000

export default defineConfig({
  test: {
    // Two cores: more at once only makes each slower than its time allows.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: ['{gateway,services/*,infra/*}/test/**/*.test.ts'],
          globalSetup: 'infra/testing/src/backing-setup.ts',
          testTimeout: 30 * seconds,
          hookTimeout: 60 * seconds,
        },
      },
      // Part of `npm run check`: the structure held to its rules, with nothing started.
      { test: { name: 'rules', include: ['infra/testing/rules/**/*.test.ts'] } },
      { test: { name: 'web', include: ['web/test/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
      {
        test: {
          name: 'platform',
          include: ['infra/testing/platform/**/*.test.ts'],
          globalSetup: 'infra/testing/src/platform-setup.ts',
          // One platform for all of them, and some kill parts of it.
          fileParallelism: false,
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
