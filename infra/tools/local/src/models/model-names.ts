/** The names under which a volume has the models, whatever their versions: links to the folders that were fetched. */
export const modelNames = { voiceDir: 'voice', fliteDir: 'flite', chatModelDir: 'chat' }
