'use strict';
// The classes of meaning that this engine carries out (declared in the capabilities).
exports.NODES = ('Plain Attack Defense Block BlockValue FirstAppearance WhenGained Payment Ongoing Confrontation Reminder Abilities ' +
  'Power PayPower DoublePower GainVP LoseVP Move Show Choose ChoosePlayer ChooseParity ChooseValue Search RefillLineUp Play Shuffle Swap Deal TotalCost ChangeCost ' +
  'CancelConfrontation Replace Flip Control GainText Grant AvoidAttack Unavoidable WinGame Stays RefillTo PlayBefore GoFirst UseOnce UseAnyNumber Worth ReduceScore StartsGame ' +
  'ParityOf EffectsRemain NoFirstAppearance Forbid Seq May Tried If Unless ChooseOne ForEach RepeatUntil Within Lasting While Instead Delayed When Undertake LeaveThere Each ' +
  'CharacterCost CostOfCards CostOfThis There Is AttackIs ShareType DifferInType In CardsSoFar MatchesChoice Compare IsParity Has OwnsOrPlays HasMore HasPoints Cannot PlayersDid PlayersAre ' +
  'HighestCost During DefeatedInConfrontation AnnouncedConfrontation Not AllOf AnyOf Moment GameEnd Trigger Once Cards Whole Ref Both OneOf CharacterOf ' +
  'Exactly UpTo AtLeast AnyNumber Every CostWorth TypeNoun TitleNoun NameNoun KeywordNoun Attribute ThisWay Acted Owned Controlled Same Other Different Parity CostOneOf Extreme ' +
  'HasKeyword NameHas Chosen SharesType OneType Alike TotalAtMost TotalAtLeast Having DidTo CostCompared HavingMore HavingMost CardIs Except DidSo DidNot CouldNot HitByAttack Picked ' +
  'AvoidedAttack CostRank LevelIs Number CountOf CountPlayers AttributeOf ThatMany Times Plus Half Minus Difference Bounded Highest MostHeld OwnKeyword Player Place Filter Event Until').split(' ');
