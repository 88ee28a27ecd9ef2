import * as z from 'zod/mini'

/** A vendor of voices that is configured. `isOff`: the operator has switched it off, at `since`. */
export const SpeechVendor = z.object({ name: z.string(), isOff: z.boolean(), since: z.optional(z.iso.datetime()) })
export type SpeechVendor = z.infer<typeof SpeechVendor>

/** `GET /internal/vendors`, operator to speech. */
export const SpeechVendorList = z.object({ vendors: z.array(SpeechVendor) })

/** `PUT /internal/vendors/:name`, operator to speech; answered with the vendor as it is then. 404 for one that is not configured. */
export const SwitchVendor = z.object({ isOff: z.boolean('isOff must be true or false') })
export type SwitchVendor = z.infer<typeof SwitchVendor>
