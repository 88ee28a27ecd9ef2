export const help = `Utter on one machine: the backing services, every process and the web pages.

  npm start                    start everything; Ctrl-C stops it in order
  npm start -- --verbose       show every log line, not warnings and errors alone
  npm start -- --servers       start Kafka, Redis and MongoDB alone, as a restore needs it
  npm run dev                  restart a process when its sources change, and serve the pages by Vite
  npm run clean                remove the data and the downloads, after asking

Each backing service is taken from its address in the environment, else from what is installed, else from a
package registry: Kafka (Java 17 and Maven), Redis (Debian's packages), MongoDB 8.0 (a mongod, else a compatible server).

Settings, from the environment or from .env (.env.example has a line on each):
  PORT                         where Utter answers (8080)
  UTTER_DATA                   data, logs, secrets (.local)
  UTTER_CACHE                  downloads (.cache)
  KAFKA_BROKERS, MONGO_URL, REDIS_URL         servers of your own
  AUDIO_BUCKET, AUDIO_ENDPOINT                the audio on S3 or the like, in place of a folder
  OPENAI_API_KEY, OPENAI_BASE_URL, CHAT_MODEL the chat model; without them a local one answers
  LOCAL_CHAT_MODEL                            the local one: small, good (1.1 GB to fetch), or auto: by free memory
  ELEVENLABS_API_KEY, OPENAI_SPEECH_API_KEY   voices beside those of this machine
  STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET    payments; without them a sandbox in which no money moves
`
