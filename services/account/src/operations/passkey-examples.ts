const about = {
  id: 'lFsbKHkbPAYoUyDcxQvRIQ',
  rawId: 'lFsbKHkbPAYoUyDcxQvRIQ',
  type: 'public-key',
  clientExtensionResults: {},
} as const
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

/** Examples for the API's description, shortened: browsers make them. */
export const newPasskeyExample = { ...about, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } }
export const passkeyAnswerExample = {
  ...about,
  response: { clientDataJSON, authenticatorData: '7Q3bUBsNoxZEMRAAAAAA', signature: 'MEUCIQDwgP8' },
}
