import { VendorError } from '@utter/contracts/vendor-error'

/** The fault of a text without a letter or a digit. */
export const nothingToSpeak = () =>
  new VendorError('permanent', 'nothing_to_speak', 'There is nothing to speak in this text')
