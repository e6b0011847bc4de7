// Loaded into each measured server: tells the benchmark what the process has used so far.
process.on('message', () => process.send({ cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }));
// The channel alone keeps no server alive.
process.channel?.unref();
