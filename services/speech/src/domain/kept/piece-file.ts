const name = /^([\w-]+)\.([\w-]{43})\.[\w-]+\.pcm$/

/** The id of a kept piece: each account has its own, so that none is taken by another. */
export const pieceId = (userId: string, key: string): string => `${userId}:${key}`

/** `<account>.<key>.<take>.pcm`: each take has a name of its own, so that none is written over another that is being read. */
export const pieceFile = (userId: string, key: string, take: string): string =>
  `${pieceFilesOf(userId)}${key}.${take}.pcm`

/** The beginning of the names of all pieces of an account. */
export const pieceFilesOf = (userId: string): string => `${userId}.`

/** The id of the piece whose sound a file is; undefined for a file of another kind. */
export function pieceOfFile(file: string): string | undefined {
  const [, userId, key] = name.exec(file) ?? []
  return userId !== undefined && key !== undefined ? pieceId(userId, key) : undefined
}
