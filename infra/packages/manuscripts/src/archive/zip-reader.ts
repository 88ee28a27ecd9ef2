import { RandomAccessReader } from 'yauzl'
import type { ManuscriptFile } from '../manuscript-file.ts'

/** A file as yauzl reads it: its directory and heads by small parts, and none of its content. */
export class ZipReader extends RandomAccessReader {
  readonly #file: ManuscriptFile

  constructor(file: ManuscriptFile) {
    super()
    this.#file = file
  }

  override read(...[buffer, offset, length, position, callback]: Parameters<RandomAccessReader['read']>): void {
    this.#file.read(position, position + length).then(
      (bytes) => {
        if (bytes.copy(buffer, offset) === length) callback(null)
        else callback(new Error('The archive ends before its part does'))
      },
      (error: Error) => callback(error),
    )
  }
}
