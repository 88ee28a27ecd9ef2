/** `<job id>.<owner of the claim>.mp3`: a try that was thought dead and awakes writes beside, never over, the one that counts. */
export const audioName = (jobId: string, owner: string): string => `${jobId}.${owner}.mp3`

/** The job that a file was made for; undefined for what is none of ours. */
export const jobOfAudio = (name: string): string | undefined => /^([\w-]+)\.[\w-]+\.mp3$/.exec(name)?.[1]
