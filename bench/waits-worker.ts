import { parentPort } from 'node:worker_threads'
import { type PlayedDays, playDays } from './play-days.ts'

parentPort?.on('message', (days: PlayedDays) => parentPort?.postMessage(playDays(days)))
