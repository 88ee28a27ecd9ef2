import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder of a test's own, which is removed with its contents when it is closed. */
export const openFolder = () => mkdtempDisposable(join(tmpdir(), 'utter-test-'))
