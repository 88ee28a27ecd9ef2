import { VendorError } from '@utter/contracts/vendor-error'

/** A model that did not answer in time. */
export const tooLate = (cause?: unknown) =>
  new VendorError('transient', 'chat_timeout', 'The chat model did not answer in time', { cause, isOutage: true })
