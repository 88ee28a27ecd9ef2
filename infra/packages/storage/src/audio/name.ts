/** `<job id>.<owner of the claim>.mp3`: an attempt that was taken over and goes on late never writes over the file that counts. */
export const audioName = (jobId: string, owner: string): string => `${jobId}.${owner}.mp3`

/** The beginning of the names of all files of a job. */
export const audioPrefix = (jobId: string): string => `${jobId}.`

/** The job of a file; undefined for a file of another kind. */
export const jobOfAudio = (name: string): string | undefined => /^([\w-]+)\.[\w-]+\.mp3$/.exec(name)?.[1]
