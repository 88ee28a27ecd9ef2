/** How the lists and the look-up treat own voices, for the API's description. */
export const withOwnVoices =
  'With a key, or a login, the account’s own voices are among them, for it alone; without one only those for everybody.'
