import { openRedis, whenReady } from '@utter/storage/redis/open'
import mongoose from 'mongoose'

// A check of each kind of server, by a client like the services'. Each returns within seconds, so callers repeat it.
const patienceMs = 2000

export async function redisAnswers(url: string): Promise<boolean> {
  const redis = openRedis(url, { warn() {}, info() {} })
  try {
    await whenReady(redis, patienceMs)
    return (await redis.ping()) === 'PONG'
  } finally {
    redis.disconnect()
  }
}

export async function mongoAnswers(url: string): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(url, {
    serverSelectionTimeoutMS: patienceMs,
    connectTimeoutMS: patienceMs,
  })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } finally {
    await client.close()
  }
}
