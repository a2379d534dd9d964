export * from './addresses/index.ts';
export {
  Clusters,
  type ClusterCounts,
  type ClusterLimits,
  type CoSpend,
  DEFAULT_CLUSTER_LIMITS,
} from './chain/clusters.ts';
export { type CoinJoin, coinJoinOf, type TransactionShape } from './chain/coinjoin.ts';
export {
  type CoinTransaction,
  type Share,
  type SystemOwners,
  type Transfer,
  transfersOf,
} from './chain/transactions.ts';
export { designationTiming, type DesignationTiming, entityStep, type EvidencePath, topPaths } from './evidence.ts';
export {
  type Coverage,
  type DirectionExposure,
  type EntityExposure,
  exposureOf,
  type LabelSource,
  ONE,
  type Path,
  type PathStep,
} from './exposure/exposure.ts';
export { type FifoSource, type Payment, traceFifo } from './exposure/fifo.ts';
export {
  type EdgeRequest,
  exposureFromSource,
  type LayerSource,
  type LoadedEdges,
  type LoadedNode,
} from './exposure/loaded.ts';
export { Places } from './exposure/places.ts';
export { watchedWithinReach } from './exposure/reach.ts';
export { type OwnEdges, Walk, type WalkLimits } from './exposure/walk.ts';
export { GraphBuilder, toUnits } from './graph/builder.ts';
export { type Direction, Graph, type GraphArrays, NODE } from './graph/graph.ts';
export { type FreshNode, type FreshRow, PatchedGraph, type WalkedGraph } from './graph/patched.ts';
export { AddressTable, type AddressTableArrays } from './graph/interning.ts';
export { CATEGORIES, type Category, clusterLabels, effectiveLabel, type Label, type LabelRule } from './labels.ts';
export { readPolicy } from './score/own-policy.ts';
export {
  type CategoryRule,
  DEFAULT_POLICY,
  type Policy,
  policyHash,
  type PolicyIssue,
  policyIssues,
} from './score/policy.ts';
export { levelOf, type RiskLevel, type Score, type ScoredExposure, type ScoreInput, scoreOf } from './score/score.ts';
