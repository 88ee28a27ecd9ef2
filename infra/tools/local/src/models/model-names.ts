/** The names of the models on a volume, the same for every version: links to the folders that were fetched. */
export const modelNames = {
  voiceDir: 'voice',
  kokoroDir: 'kokoro',
  picoDir: 'pico',
  fliteDir: 'flite',
  chatModelDir: 'chat',
}
